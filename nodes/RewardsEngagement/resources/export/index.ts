import { resource } from '../../declare/resource';
import { deleteExport } from './delete';
import { downloadExport } from './download';
import { getExport } from './get';
import { waitForExport } from './waitForCompletion';

export const exportJobs = resource({
	name: 'Export',
	description: 'A file that the service prepares for download',
	notice:
		'You start an export in the dashboard of the service, not here. Then enter its job ID. To get all members each night, use "Member: Get Many".',
	default: 'get',
	sensitive: ['blobUrl'],
	operations: {
		delete: deleteExport,
		download: downloadExport,
		get: getExport,
		waitForCompletion: waitForExport,
	},
});
