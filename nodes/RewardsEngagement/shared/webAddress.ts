/** The address of a website or a server. `undefined` for another scheme, or no host. */
export function httpAddress(text: string): URL | undefined {
	return /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : undefined;
}

/**
 * The address of a website as a browser understands it. `undefined` for another scheme, no host, or a user name,
 * which makes the address look like another one (`https://good.example@evil.example`).
 */
export function webAddress(text: string): URL | undefined {
	const address = httpAddress(text);
	return address?.username === '' && address.password === '' ? address : undefined;
}

/**
 * Why a text is not the address of a server, as words that follow its name. `undefined` if it is one. A user name
 * would replace the API key, and a query or fragment would break the paths that are appended.
 */
export function webAddressProblem(address: string): string | undefined {
	if (!/^https?:\/\//i.test(address)) return 'must start with https:// (or http://)';
	if (/[?#]/.test(address)) return 'must not contain "?" or "#"';
	// With any number of slashes before it, because browsers and Node.js read them all as two.
	if (/^[^/]*\/{2,}[^/]*@/.test(address)) return 'must not contain a user name or password';
	if (/[\s\\\p{C}]/u.test(address) || !URL.canParse(address)) {
		return 'is not a web address, such as https://api.example.com';
	}
	return undefined;
}

/** An address without spaces around it, without slashes at its end, and without the path that every request adds. */
export function baseAddress(address: string): string {
	return address.trim().replace(/(\/api\/v1)?\/*$/, '');
}
