import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { realmAnalytics } from './analytics';
import * as fields from './period';

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
