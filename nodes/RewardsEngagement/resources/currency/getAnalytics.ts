import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { inData } from '../../declare/response';
import { currencyAnalytics } from './analytics';
import { currency, HOW_TO_LIST_ARCHIVED } from './fields';
import { period } from './period';
import { includeTopHolders, topHoldersLimit } from './topHolders';

export const getCurrencyAnalytics = operation({
	displayName: 'Get Analytics',
	action: 'Get currency analytics',
	description: 'Get the holders, amounts earned and spent, distribution and recent activity of one currency',
	source: '4.9',
	parameters: {
		currencyId: currency('Currency', {
			description: 'The currency to get',
			listHint: HOW_TO_LIST_ARCHIVED,
		}),
	},
	additionalFields: { period, includeTopHolders, topHoldersLimit },
	effect: 'read',
	permission: 'realm:read',
	request: ({ realmId, currencyId, ...query }) => ({
		method: 'GET',
		path: path`/api/v1/realms/${realmId}/currencies/${currencyId}/analytics`,
		query,
	}),
	response: inData(currencyAnalytics),
});
