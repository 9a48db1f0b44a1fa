/**
 * The advice for a 404 in a group of operations that is missing in some installations (API document, extended, "Age
 * of the sources").
 *
 * @param what the group, as in "does not offer raffles"
 * @param record one of its records, if the request names one
 */
export function notOffered(what: string, record?: string): { '404': string } {
	const offer = `his installation of the service does not offer ${what}`;
	return { '404': record === undefined ? `T${offer}.` : `There is no such ${record}, or t${offer}.` };
}
