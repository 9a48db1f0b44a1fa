import { createRequire } from 'node:module';
import path from 'node:path';

import type { N8nHost } from '../n8n/install';

export type SheetRow = Record<string, string | number>;

/** Writes and reads Excel files with the library of n8n. */
export interface Sheets {
	/** An Excel file with these rows below a row of their names. */
	readonly write: (rows: SheetRow[]) => Buffer;
	/** The rows of the first sheet of an Excel file. */
	readonly read: (file: Buffer) => SheetRow[];
}

interface Library {
	read: (file: Buffer) => { SheetNames: string[]; Sheets: Record<string, object> };
	write: (book: object, options: object) => Buffer;
	utils: {
		book_new: () => object;
		book_append_sheet: (book: object, sheet: object) => void;
		json_to_sheet: (rows: SheetRow[]) => object;
		sheet_to_json: (sheet: object) => SheetRow[];
	};
}

/** @param host has the library */
export function sheetsOf({ directory }: N8nHost): Sheets {
	const { read, write, utils } = createRequire(path.join(directory, 'package.json'))('@e965/xlsx') as Library;
	return {
		write: (rows) => {
			const book = utils.book_new();
			utils.book_append_sheet(book, utils.json_to_sheet(rows));
			return write(book, { type: 'buffer', bookType: 'xlsx' });
		},
		read: (file) => {
			const { SheetNames, Sheets: sheets } = read(file);
			return utils.sheet_to_json(sheets[SheetNames[0] ?? ''] ?? {});
		},
	};
}
