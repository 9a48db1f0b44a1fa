import { path } from '../../api/path';
import * as fields from './period';
import { realmAnalytics } from './analytics';
import { operation } from '../../run/operation';
import { inData } from '../../run/response';

export const getRealmAnalytics = operation({
	displayName: 'Get Realm Analytics',
	action: 'Get realm currency analytics',
	description: 'Get holders, amounts earned, activity and growth over all currencies of a realm',
	source: '4.8',
	parameters: {},
	additionalFields: { period: fields.realmPeriod },
	effect: 'read',
	permission: 'realm:read',
	request: ({ realmId, period }) => ({
		method: 'GET',
		path: path`/api/v1/realms/${realmId}/currencies/analytics`,
		query: { period },
	}),
	response: inData(realmAnalytics),
});
