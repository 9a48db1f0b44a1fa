/**
 * An address of the web, as a browser understands it; `undefined` for anything else: another scheme, no host, or a name
 * before the host, which only makes it look like another (`https://good.example@evil.example`).
 */
export function webAddress(text: string): URL | undefined {
	if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
	const address = new URL(text);
	return address.username === '' && address.password === '' ? address : undefined;
}
