/** A parameter that cannot be sent. `message` says what is wrong, `description` what to do. */
export class InvalidParameter extends Error {
	constructor(
		message: string,
		readonly description?: string,
	) {
		super(message);
		this.name = 'InvalidParameter';
	}
}
