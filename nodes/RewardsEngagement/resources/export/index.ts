import { resource } from '../../declare/resource';
import { deleteExport } from './delete';
import { downloadExport } from './download';
import { getExport } from './get';
import { waitForExport } from './waitForCompletion';

export const exportJobs = resource({
	name: 'Export',
	description: 'A file that the service prepares for download',
	default: 'get',
	sensitive: ['blobUrl'],
	operations: {
		delete: deleteExport,
		download: downloadExport,
		get: getExport,
		waitForCompletion: waitForExport,
	},
});
