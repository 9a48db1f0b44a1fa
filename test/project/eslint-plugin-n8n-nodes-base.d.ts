declare module 'eslint-plugin-n8n-nodes-base' {
	const plugin: {
		rules: Record<string, unknown>;
		configs: Record<'nodes' | 'credentials' | 'community', { rules: Record<string, string> }>;
	};
	export default plugin;
}
