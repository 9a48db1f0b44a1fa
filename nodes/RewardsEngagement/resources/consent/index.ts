import { resource } from '../../run/resource';
import { createAuthorizationUrl } from './createAuthorizationUrl';
import { exchangeCode } from './exchangeCode';
import { getConsentApp } from './getApp';

export const consent = resource({
	name: 'Consent',
	default: 'createAuthorizationUrl',
	operations: {
		createAuthorizationUrl,
		exchangeCode,
		getApp: getConsentApp,
	},
});
