import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import { codeAdvice } from './codeAdvice';
import * as fields from './fields';
import { consentingMember } from './record';

export const exchangeCode = operation({
	displayName: 'Exchange Code',
	action: 'Exchange consent code for member',
	description: 'Turn the code of a consent redirect into the member ID. It works once, for 5 minutes.',
	source: '4.12',
	parameters: { code: fields.code },
	additionalFields: { redirectUri: fields.redirectUri },
	realm: false,
	effect: 'once',
	advice: codeAdvice,
	request: ({ code, redirectUri }) => ({
		method: 'POST',
		path: path`/api/v1/auth/oauth/token`,
		body: { code, grant_type: 'authorization_code', redirect_uri: redirectUri },
	}),
	response: bare(consentingMember),
});
