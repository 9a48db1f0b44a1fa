import { resource } from '../../run/resource';
import { deleteExport } from './delete';
import { downloadExport } from './download';
import { getExport } from './get';
import { waitForExport } from './waitForCompletion';

export const exportJobs = resource({
	name: 'Export',
	default: 'get',
	sensitive: ['blobUrl'],
	operations: {
		delete: deleteExport,
		download: downloadExport,
		get: getExport,
		waitForCompletion: waitForExport,
	},
});
