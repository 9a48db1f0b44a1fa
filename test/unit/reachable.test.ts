import { isInside, isThisComputer } from '../../nodes/RewardsEngagement/shared/reachable';

const hostOf = (host: string) => new URL(`http://${host}`).hostname;

const THIS_COMPUTER = [
	'localhost',
	'LOCALHOST.',
	'n8n.localhost',
	'localhost.localdomain',
	'127.0.0.1',
	'127.255.255.254',
	'127.1',
	'2130706433',
	'0x7f.1',
	'0177.0.0.1',
	'１２７.0.0.1',
	'0.0.0.0',
	'[::1]',
	'[0:0:0:0:0:0:0:1]',
	'[::]',
	'[::ffff:127.0.0.1]',
];

const INSIDE = [
	...THIS_COMPUTER,
	'0.1.2.3',
	'10.0.0.0',
	'10.255.255.255',
	'100.64.0.0',
	'100.127.255.255',
	'169.254.169.254',
	'172.16.0.0',
	'172.31.255.255',
	'192.0.0.8',
	'192.0.2.1',
	'192.168.255.255',
	'198.18.0.0',
	'198.19.255.255',
	'198.51.100.1',
	'203.0.113.1',
	'224.0.0.1',
	'255.255.255.255',
	'[::127.0.0.1]',
	'[::ffff:192.168.0.1]',
	'[64:ff9b::7f00:1]',
	'[200::1]',
	'[2001::1]',
	'[2001:db8::1]',
	'[2002:7f00:1::]',
	'[fc00::1]',
	'[fd12:3456::1]',
	'[fe80::1]',
	'[ff02::1]',
	'redis',
	'N8N',
	'redis.',
	'n8n.local',
	'n8n.lan',
	'n8n.home.arpa',
	'metadata.google.internal.',
	'host.docker.internal',
	'minio.default.svc',
	'minio.default.svc.cluster.local',
	'files.service.consul',
	'files.private',
	'files.corp',
];

const OUTSIDE = [
	'n8n.example',
	'local.example',
	'internal.example.com',
	'n8n.localhost.example',
	'svc.example',
	'8.8.8.8',
	'9.255.255.255',
	'11.0.0.0',
	'100.63.255.255',
	'100.128.0.0',
	'169.253.0.1',
	'172.15.255.255',
	'172.32.0.0',
	'192.0.1.1',
	'192.169.0.0',
	'198.17.255.255',
	'198.20.0.0',
	'223.255.255.255',
	'[::ffff:8.8.8.8]',
	'[2001:4860::8888]',
	'[2606:4700::1111]',
	'[3fff::1]',
];

it.each(THIS_COMPUTER)('%s is the computer that asks', (host) => {
	expect(isThisComputer(hostOf(host))).toBe(true);
});

it.each([...OUTSIDE, '10.0.0.1', 'redis', 'n8n.local'])('%s is another computer', (host) => {
	expect(isThisComputer(hostOf(host))).toBe(false);
});

it.each(INSIDE)('%s is reached from inside alone', (host) => {
	expect(isInside(hostOf(host))).toBe(true);
});

it.each(OUTSIDE)('%s is reached from outside', (host) => {
	expect(isInside(hostOf(host))).toBe(false);
});
