const LONE_SURROGATE = /\p{Surrogate}/u;

/**
 * Whether a text holds half of a character, such as is left where a text with an emoji was cut. It has no form in an address:
 * it would be sent as another character, and name somebody else.
 */
export function hasHalfCharacter(text: string): boolean {
	return LONE_SURROGATE.test(text);
}
