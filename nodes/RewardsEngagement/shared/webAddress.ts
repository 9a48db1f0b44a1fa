/**
 * An address of the web, as a browser understands it; `undefined` for anything else: another scheme, no host, or a name
 * before the host, which only makes it look like another (`https://good.example@evil.example`).
 */
export function webAddress(text: string): URL | undefined {
	if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
	const address = new URL(text);
	return address.username === '' && address.password === '' ? address : undefined;
}

/**
 * What keeps a text from being the address of a server, in words that follow its name; `undefined` when nothing does.
 * A user name in it would be sent in place of the API key, and paths are appended to it.
 */
export function webAddressProblem(address: string): string | undefined {
	if (!/^https?:\/\//i.test(address)) return 'must begin with https:// (or http://)';
	if (/[?#]/.test(address)) return 'must not contain "?" or "#"';
	// However many slashes stand before it: browsers and Node.js read them all as two.
	if (/^[^/]*\/{2,}[^/]*@/.test(address)) return 'must not contain a user name or password';
	if (/[\s\\\p{C}]/u.test(address) || !URL.canParse(address)) {
		return 'is not a web address, such as https://api.example.com';
	}
	return undefined;
}

/** An address without blanks around it, without slashes at its end, and without the path that every request adds. */
export function baseAddress(address: string): string {
	return address.trim().replace(/(\/api\/v1)?\/*$/, '');
}
