import { createRouter } from '#infra/local/aws/http/match-route.ts';
import { routesOf, type ManifestRow } from '#shared/manifest/manifest-row.ts';
import {
  describeValue,
  ofType,
  type CfnResource,
  type CfnTemplate,
  type Deployed,
} from '#test/programs/cdk/cfn-template.ts';

type Route = { key: string; authorization: string; target: string; payload: string | undefined };

/** Every route of the manifest, with its function and its authorizer, and no other; each as the local gateway has it. */
export function routeProblems(rows: readonly ManifestRow[], deployed: Deployed): string[] {
  const expected = rows.flatMap((row) => expectedRoutes(row, deployed.name));
  const found = deployedRoutes(deployed);
  const texts = new Set(found.map((route) => JSON.stringify(route)));
  const keys = new Set(expected.map(({ key }) => key));
  return [
    ...expected
      .filter((route) => !texts.has(JSON.stringify(route)))
      .map((route) => `${route.key} is not as the manifest has it`),
    ...found.filter(({ key }) => !keys.has(key)).map(({ key }) => `${key} is not in the manifest`),
    ...localProblems(rows, found, deployed.name),
  ];
}

function expectedRoutes(row: ManifestRow, name: string): Route[] {
  const target = `${name}-${row.id.replaceAll('/', '-')}`;
  const route = (key: string, authorization: string) => ({ key, authorization, target, payload: '2.0' });
  switch (row.kind) {
    case 'http': {
      const authorization = row.auth === 'none' ? 'NONE' : 'CUSTOM';
      return routesOf(row).map(({ method, path }) => route(`${method} /api${path}`, authorization));
    }
    case 'carrier':
      return [route(`${row.method} ${row.path}`, 'NONE')];
    case 'socket':
      return [{ ...route(row.routeKey, 'NONE'), payload: undefined }];
    default:
      return [];
  }
}

function deployedRoutes(deployed: Deployed): Route[] {
  const { service } = deployed;
  return ofType(service, 'AWS::ApiGatewayV2::Route').map(([, { Properties }]) => {
    const integration = integrationOf(Properties, service);
    return {
      key: Properties['RouteKey'],
      authorization: Properties['AuthorizerId'] ? Properties['AuthorizationType'] : 'NONE',
      target: functionIn(describeValue(integration?.Properties['IntegrationUri'] ?? '', deployed)),
      payload: integration?.Properties['PayloadFormatVersion'],
    };
  });
}

function integrationOf(route: CfnResource['Properties'], { Resources }: CfnTemplate): CfnResource | undefined {
  const logicalId = JSON.stringify(route['Target']).match(/"Ref":"(\w+)"/)?.[1] ?? '';
  return Resources[logicalId];
}

const functionIn = (uri: string) => uri.replace(/^.*\/functions\//, '').replace(/\/invocations$/, '');

function localProblems(rows: readonly ManifestRow[], found: readonly Route[], name: string): string[] {
  const router = createRouter(rows.filter((row) => row.kind === 'http' || row.kind === 'carrier'));
  return found
    .filter(({ key }) => !key.startsWith('$'))
    .filter(({ key, target }) => {
      const [method = '', path = ''] = key.split(' ');
      const match = router(method, path.replaceAll(/\{\w+\+?\}/g, '1'));
      return match?.route !== path || `${name}-${match.row.id.replaceAll('/', '-')}` !== target;
    })
    .map(({ key }) => `${key} is another route on the local stack`);
}
