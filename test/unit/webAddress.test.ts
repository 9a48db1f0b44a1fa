import { toConnection } from '../../nodes/RewardsEngagement/api/connection';
import { addressOf } from '../../nodes/RewardsEngagement/api/http';
import { path } from '../../nodes/RewardsEngagement/api/path';

const asked = (baseUrl: string) =>
	addressOf(toConnection({ baseUrl, apiKey: 'key' }), { method: 'GET', path: path`/api/v1/realms/${'r'}` });

it.each([
	['https://api.example.com', 'https://api.example.com'],
	[' https://api.example.com/ ', 'https://api.example.com'],
	['https://api.example.com/api/v1/', 'https://api.example.com'],
	['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
	['https://[2606:4700::1111]:8443', 'https://[2606:4700::1111]:8443'],
	['https://gate.example/rewards', 'https://gate.example/rewards'],
	['https://gate.example/re@wards/api/v1', 'https://gate.example/re@wards'],
])('%j is a base address', (baseUrl, base) => expect(asked(baseUrl)).toBe(`${base}/api/v1/realms/r`));

it.each([
	'',
	'api.example.com',
	'https:api.example.com',
	'ftp://api.example.com',
	'javascript:alert(1)//',
	'file:///etc',
	'https://user:word@api.example.com',
	'https://user@api.example.com',
	'https://@api.example.com',
	'https:///user:word@api.example.com',
	'https://////user:word@api.example.com/rewards',
	'https://\\user:word@api.example.com',
	'https://api.example.com?a=',
	'https://api.example.com/#',
	'https://api.example.com\\@evil.example',
	'https://api.exa mple.com',
	'https://',
	'https://api.example.com:99999',
])('%j is none, and nothing is sent to it', (baseUrl) => {
	const thrown = (() => {
		try {
			return asked(baseUrl);
		} catch (error) {
			return error as Error;
		}
	})();
	expect(thrown).toBeInstanceOf(Error);
	expect((thrown as Error).message).toMatch(/^"Base URL" (must|is not)/);
	expect((thrown as Error).message).not.toContain('user:');
});
