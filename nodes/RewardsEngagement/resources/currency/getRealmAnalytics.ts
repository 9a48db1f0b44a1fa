import { path } from '../../api/path';
import { period } from './period';
import { realmAnalytics } from './analytics';
import { operation } from '../../run/operation';
import { inData } from '../../run/response';

/** API document, section 4.8. */
export const getRealmAnalytics = operation({
	resource: 'currency',
	name: 'getRealmAnalytics',
	displayName: 'Get Realm Analytics',
	action: 'Get the currency analytics of a realm',
	description: 'Get holders, amounts earned, activity and growth over all currencies of a realm',
	parameters: {},
	additionalFields: { period },
	effect: 'read',
	permission: 'realm:read',
	request: ({ realmId, period: span }) => ({
		method: 'GET',
		path: path`/api/v1/realms/${realmId}/currencies/analytics`,
		query: { period: span },
	}),
	response: inData(realmAnalytics),
});
