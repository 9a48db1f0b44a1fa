import { path } from '../../api/path';
import { operation } from '../../declare/operation';
import { bare } from '../../declare/response';
import * as fields from './fields';
import { exportJob } from './record';

export const getExport = operation({
	displayName: 'Get',
	action: 'Get export',
	description: 'Get the current state and progress of an export job',
	source: '4.10',
	parameters: { jobId: fields.jobId },
	realm: false,
	effect: 'read',
	request: ({ jobId }) => ({ method: 'GET', path: path`/api/v1/exports/${jobId}` }),
	response: bare(exportJob),
});
