import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { codeAdvice } from './codeAdvice';
import * as fields from './fields';
import { consentApp } from './record';

export const getConsentApp = operation({
	displayName: 'Get App',
	action: 'Get app',
	description: 'Get an app as the consent page shows it, such as its name and whether it is verified',
	source: '4.12',
	parameters: { clientId: fields.clientId },
	realm: false,
	effect: 'read',
	advice: codeAdvice,
	request: ({ clientId }) => ({
		method: 'GET',
		path: path`/api/v1/auth/oauth/client`,
		query: { client_id: clientId },
	}),
	response: bare(consentApp),
});
