const fs = require('node:fs');

/** Keeps a list of the running test files, to report which one hangs. */
module.exports = class UnderWay {
	files = new Set();

	onTestFileStart({ path }) {
		this.files.add(path);
		this.write();
	}

	onTestFileResult({ path }) {
		this.files.delete(path);
		this.write();
	}

	write() {
		fs.writeFileSync(process.env.REWARDS_ENGAGEMENT_UNDER_WAY, JSON.stringify([...this.files]));
	}
};
