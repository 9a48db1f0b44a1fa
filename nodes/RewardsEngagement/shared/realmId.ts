/** What the ID of a realm may be. People paste the address of the realm, or a part of it. */
export const REALM_ID = /^[^/\\?#\s]+$/;

/** What is wrong with another text, as words that follow its name. */
export const NO_REALM_ID = 'must be 24 hexadecimal digits, not an address or a part of one';
