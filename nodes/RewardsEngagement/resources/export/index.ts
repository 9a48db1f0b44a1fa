import { resource } from '../../run/resource';
import { downloadExport } from './download';
import { getExport } from './get';
import { waitForExport } from './waitForCompletion';

export const exportJobs = resource({
	name: 'Export',
	default: 'get',
	sensitive: ['blobUrl'],
	operations: {
		download: downloadExport,
		get: getExport,
		waitForCompletion: waitForExport,
	},
});
