import type { Schemas } from '../../base/state';

/** What a job is going to do: finish, fail half-way, never finish, or lie there with its file gone. */
export type ExportFate = 'finish' | 'fail' | 'stall' | 'expire';

export type ExportRow = Record<string, string | number>;

/** What the API shows that follows from the rest of a job. */
type Computed =
	'id' | 'status' | 'totalRecords' | 'processedRecords' | 'blobUrl' | 'fileName' | 'fileSize' | 'error';

export type ExportJob = Omit<Required<Schemas['ExportJob']>, Computed | 'format'> & {
	realmId: string;
	format: 'csv' | 'json';
	fate: ExportFate;
	/** One record per row of the file. */
	records: ExportRow[];
};

declare module '../../base/state' {
	interface State {
		exports: Map<string, ExportJob>;
	}
}
