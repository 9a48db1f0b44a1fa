import { resource } from '../../declare/resource';
import { createAuthorizationUrl } from './createAuthorizationUrl';
import { exchangeCode } from './exchangeCode';
import { getConsentApp } from './getApp';

export const consent = resource({
	name: 'Consent',
	description: 'The OAuth flow in which a person links their account to your app',
	default: 'createAuthorizationUrl',
	operations: {
		createAuthorizationUrl,
		exchangeCode,
		getApp: getConsentApp,
	},
});
