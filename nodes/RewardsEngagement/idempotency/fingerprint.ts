import { createHash } from 'node:crypto';

import type { ApiRequest } from '../api/request';
import { canonicalJson, canonicalPath } from '../shared/canonical';

/**
 * A hash of what a request does, and to whom: 16 hexadecimal digits, equal for two requests that do the same.
 * Annotations do not count.
 */
export function fingerprintOf({ annotations = [], ...request }: ApiRequest): string {
	const { method, base = 'service', path, query, body, copies } = request;
	const address = canonicalPath(path.text);
	const original = copies === undefined ? [] : [copies];
	const content = canonicalJson([method, base, address, query, subjectOf(body, annotations), ...original]);
	return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** A body without its annotations. `undefined` if it has nothing else. */
function subjectOf(body: ApiRequest['body'], annotations: readonly string[]): ApiRequest['body'] {
	if (!body || annotations.length === 0) return body;
	const subject = { ...body };
	for (const name of annotations) delete subject[name];
	return subject;
}
