/**
 * Host and path of a web address, equal for all addresses that lead to the same place. A service may change the case,
 * a default port, a slash at the end, the percent-encoding or the query. It may change or leave out the protocol. n8n
 * identifies its webhooks only by the path.
 *
 * @returns `undefined` if the service masks the address, or a part of it
 */
export function placeIn(address: string): string | undefined {
	const whole = /^[\w.-]+(:\d+)?\//.test(address) ? `http://${address}` : address;
	if (/^[^?#]*([*•…<>]|\.{3})/.test(address) || !URL.canParse(whole)) return undefined;
	const { host, pathname } = new URL(whole);
	const path = pathname.replace(/%[2-7][0-9a-f]/gi, decodeURIComponent).replace(/\/+$/, '');
	return `${host}${path}`.toLowerCase();
}

/** Whether two web addresses lead to the same place. */
export function isSameAddress(one: string, other: string): boolean {
	const place = placeIn(one);
	return place !== undefined && place === placeIn(other);
}
