import { path } from '../../api/path';
import { notOffered, operation } from '../../declare/operation';
import { deleted } from '../../declare/response';
import * as fields from './fields';

export const deleteExport = operation({
	displayName: 'Delete',
	action: 'Delete export',
	description: 'Remove an export job and its file. Wait until the job is done.',
	source: 'extended 8.2',
	certainty: 'partly',
	parameters: { jobId: fields.jobId },
	realm: false,
	effect: 'replace',
	advice: notOffered('the deletion of exports', 'export job'),
	request: ({ jobId }) => ({ method: 'DELETE', path: path`/api/v1/exports/${jobId}` }),
	response: deleted(['jobId'], { says: 'message' }),
});
