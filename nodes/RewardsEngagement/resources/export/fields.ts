import type { Field } from '../../fields/field';
import { number } from '../../fields/number';
import { id, idSchema } from '../../fields/text';

export const jobId = id('Job ID', {
	description:
		'The ID of the export job, such as 64b7f1c2a9d3e45f6071829a. The API cannot start or list jobs: start the export in the dashboard of the service and copy the ID.',
	placeholder: 'e.g. 64b7f1c2a9d3e45f6071829a',
});

export const maxWaitMinutes = number('Maximum Wait (Minutes)', {
	description:
		'The longest time to wait for the job, in minutes. The workflow continues as soon as the job is done. After a minute, n8n pauses the execution between two looks.',
	default: 60,
	minimum: 0,
});

export const fileField: Field<string> = {
	property: {
		displayName: 'Output Data Field Name',
		type: 'string',
		default: 'data',
		hint: 'The name of the output binary field to put the file in',
		description: 'The name of the binary field for the file. If empty, uses "data".',
	},
	schema: idSchema,
};

export const fileName: Field<string> = {
	property: {
		displayName: 'File Name',
		type: 'string',
		default: '',
		placeholder: 'e.g. members.csv',
		description: 'The name of the file, such as members.csv. If empty, uses the name of the export.',
	},
	schema: idSchema,
	allowsEmptyPart: () => true,
};
