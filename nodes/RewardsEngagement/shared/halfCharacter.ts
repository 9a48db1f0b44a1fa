/**
 * Whether a text has half a character, for example because an emoji was cut. An address cannot contain it. Another
 * character would be sent instead, which could name another person.
 */
export function hasHalfCharacter(text: string): boolean {
	return !text.isWellFormed();
}
