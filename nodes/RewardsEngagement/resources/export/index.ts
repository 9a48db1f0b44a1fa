import { resource } from '../../run/resource';
import { downloadExport } from './download';
import { getExport } from './get';
import { waitForExport } from './waitForCompletion';

export const exportJobs = resource({
	name: 'Export',
	default: 'get',
	operations: {
		download: downloadExport,
		get: getExport,
		waitForCompletion: waitForExport,
	},
});
