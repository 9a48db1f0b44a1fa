import fs from 'node:fs';

import { literalsIn, shippedFiles } from '../../scripts/lib/source';

/** n8n's guidelines say that a text should describe the event instead of using these words. */
const VAGUE = /\b(errors?|problems?|failed|failures?|mistakes?)\b/i;
/** Texts in these files describe parameters. They may be about failures, such as when a request is repeated. */
const OF_PARAMETERS = ['/fields.ts', '/options.ts'];

/** The sentences and parts of sentences in a piece of TypeScript, with `…` in place of each expression. */
const sentencesIn = (code: string) => literalsIn(code).filter((text) => text.trim().split(/\s+/).length >= 3);

/** "On Error" is the name of n8n's setting. */
const vague = (code: string) =>
	sentencesIn(code).filter((text) => VAGUE.test(text.replaceAll('"On Error"', '')));

const files = shippedFiles().filter((file) => !OF_PARAMETERS.some((other) => file.endsWith(other)));

it('no text of a failure says "error", "problem", "failed" or "mistake" where it can say what happened', () => {
	expect(files.length).toBeGreaterThan(100);
	expect(files.flatMap((file) => vague(fs.readFileSync(file, 'utf8')))).toEqual([]);
});

it('the check finds such a text', () => {
	expect(vague("refuse(`The export failed: ${'x'}`, 'To keep them, set \"On Error\" to continue')")).toEqual([
		'The export failed: …',
	]);
});
