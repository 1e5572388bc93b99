import { DomainName } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import { ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { ApiGatewayv2DomainProperties } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import type { DomainConfig } from '#infra/cloud/stage/config.ts';

/** Custom domain names of both APIs, with their DNS records if the zone is in this account. */
export class CustomDomain extends Construct {
  readonly api: DomainName;
  readonly socket: DomainName;

  constructor(scope: Construct, id: string, config: DomainConfig) {
    super(scope, id);
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', config.certificateArn);
    this.api = this.addName('Api', config.api, certificate, config.hostedZone);
    this.socket = this.addName('Socket', config.socket, certificate, config.hostedZone);
  }

  private addName(id: string, name: string, certificate: ICertificate, zone: DomainConfig['hostedZone']): DomainName {
    const domainName = new DomainName(this, id, { domainName: name, certificate });
    if (!zone) return domainName;
    const { regionalDomainName, regionalHostedZoneId } = domainName;
    new ARecord(this, `${id}Record`, {
      zone: HostedZone.fromHostedZoneAttributes(this, `${id}Zone`, { hostedZoneId: zone.id, zoneName: zone.name }),
      recordName: `${name}.`,
      target: RecordTarget.fromAlias(new ApiGatewayv2DomainProperties(regionalDomainName, regionalHostedZoneId)),
    });
    return domainName;
  }
}
