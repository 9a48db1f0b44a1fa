// Nothing here ships, so n8n's rules do not ask about it; eslint.house.config.mjs does.
export default [{ ignores: ['**'] }];
