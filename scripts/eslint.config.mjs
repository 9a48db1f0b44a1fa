// Nothing here ships, so n8n's rules do not apply. The rules of config/eslint.house.config.mjs do.
export default [{ ignores: ['**'] }];
