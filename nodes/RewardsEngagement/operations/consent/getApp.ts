import { path } from '../../api/path';
import { clientId } from '../../fields/consent';
import { consentApp } from '../../records/consent';
import { operation } from '../operation';
import { bare } from '../response';
import { codeAdvice } from './advice';

/** API document, section 4.12. */
export const getConsentApp = operation({
	resource: 'consent',
	name: 'getApp',
	displayName: 'Get App',
	action: 'Get an app',
	description:
		'Get what an app shows of itself on the consent page, such as its name and whether it is verified',
	parameters: { clientId },
	realm: false,
	effect: 'read',
	advice: codeAdvice,
	request: ({ clientId: client }) => ({
		method: 'GET',
		path: path`/api/v1/auth/oauth/client`,
		query: { client_id: client },
	}),
	response: bare(consentApp),
});
