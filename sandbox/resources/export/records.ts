import type { Schemas } from '../../base/state';

/** The future of a job: it finishes, fails half-way, never finishes, or its file expires. */
export type ExportFate = 'finish' | 'fail' | 'stall' | 'expire';

export type ExportRow = Record<string, string | number>;

/** The fields in the API that depend on other fields of a job. */
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
