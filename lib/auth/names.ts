import type { Messages } from '@/lib/kit/i18n/messages'

/** The verbs that nearly every module has, in the order of display. */
export const commonVerbs = ['list', 'create', 'update', 'delete']

/** The names of a module: the value of the key `names` in the module's message file. */
interface ModuleNames {
  /** The display name of the module, such as `Staff`. */
  module: string
  /** The name of one record of the module for use within a sentence, such as `staff member`. */
  record?: string
  /** Names of the verbs that only this module has, by the last part of the permission code. */
  verbs?: Record<string, string>
}

/**
 * The names of modules and verbs in one language. Plain data, because the server sends the names to every page of the
 * admin.
 */
export interface Names {
  /** The text between the name of a module and the name of a verb. */
  separator: string
  /** Names of the verbs that several modules have. */
  verbs: Record<string, string>
  modules: Record<string, ModuleNames>
}

/** The names of modules and permissions. A key without a name is shown as it is. */
export interface PermissionNames {
  /**
   * `modules`: the keys of all modules with a name, the options of a filter by module. `verbs`: the keys of all verbs
   * with a name, the options of a filter by action.
   */
  modules: readonly string[]
  verbs: readonly string[]
  module: (module: string) => string
  /** The name of one record of the module; undefined: the module has no such name. */
  record: (module: string) => string | undefined
  /** The name of a verb: `Reset passwords`. A name that the module has for its own verb takes precedence. */
  verb: (verb: string, module?: string) => string
  /** The name of a permission: `Staff: Reset passwords` for `cms.user.password`. */
  permission: (code: string) => string
}

/**
 * Returns the names of all modules and verbs from the message files. A new module only needs the key `names` in its own
 * message file.
 */
export function namesIn(messages: Messages): Names {
  const modules: Names['modules'] = {}
  for (const [name, file] of Object.entries(messages)) {
    if ('names' in file && 'module' in file.names) modules[name] = file.names
  }
  return { ...messages.permission.names, modules }
}

export function permissionNames({ separator, verbs, modules }: Names): PermissionNames {
  const moduleVerbs = Object.assign({}, ...Object.values(modules).map((names) => names.verbs))
  const allVerbs: Names['verbs'] = { ...moduleVerbs, ...verbs }
  const moduleName = (key: string) => modules[key]?.module ?? key
  const verbName = (key: string, module = '') => modules[module]?.verbs?.[key] ?? allVerbs[key] ?? key
  return {
    modules: Object.keys(modules),
    verbs: Object.keys({ ...verbs, ...allVerbs }),
    module: moduleName,
    record: (key) => modules[key]?.record,
    verb: verbName,
    permission: (code) => {
      const [, module = '', verb = ''] = code.split('.')
      return `${moduleName(module)}${separator}${verbName(verb, module)}`
    },
  }
}
