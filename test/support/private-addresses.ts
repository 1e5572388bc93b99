/** Addresses that no request of the service may reach, in many writings. */
export const privateAddresses = [
  'http://127.0.0.1:9/ http://127.1:9/ http://2130706433:9/ http://localhost:9/ http://[::1]:9/ https://localhost:9/',
  'http://[64:ff9b::a9fe:a9fe]/ http://[fd00:ec2::254]/ http://[fe80::1]/ http://172.16.0.1/ http://192.168.1.1/',
  'http://100.64.0.1/ https://169.254.169.254/latest/meta-data/ http://[::ffff:169.254.169.254]/',
].flatMap((line) => line.split(' '));
