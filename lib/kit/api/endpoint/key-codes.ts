/** Staff, their access, keys and webhooks. Loaded in the browser, too. */
const closedModules = ['user', 'group', 'auth', 'menu', 'element', 'api_key', 'webhook', 'oper_log', 'login_log']
const closedCodes = ['cms.config.update']

/** Whether an API key can have the permission. */
export const isOpenToKeys = (code: string) =>
  !closedCodes.includes(code) && !closedModules.includes(code.split('.')[1] ?? '')
