import execa from 'execa';

import { program, root } from './lib/project';

/**
 * `npm run lint:official`: n8n's own `n8n-node lint`, in strict mode. Returns its exit code.
 *
 * It looks at every TypeScript file there is, and its rules are for code that n8n loads. So ESLint is asked to take the
 * configuration that lies nearest to a file, as it does by itself from version 10 on: that of test/, sandbox/ and
 * scripts/ leaves them out.
 */
export async function main(): Promise<number> {
	const { exitCode } = await execa(process.execPath, [program('@n8n/node-cli', 'bin/n8n-node.mjs'), 'lint'], {
		cwd: root,
		stdio: 'inherit',
		reject: false,
		env: { ESLINT_FLAGS: 'unstable_config_lookup_from_file' },
	});
	return exitCode;
}
