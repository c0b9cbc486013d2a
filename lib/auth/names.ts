import type { Messages } from '@/lib/kit/i18n/messages'

/** In the order of display. */
export const commonVerbs = ['list', 'create', 'update', 'delete']

/** The key `names` in the module's message file. */
interface ModuleNames {
  /** Such as `Staff`. */
  module: string
  /** Within a sentence, such as `staff member`. */
  record?: string
  /** Verbs that only this module has, by the last part of the permission code. */
  verbs?: Record<string, string>
}

/** Plain data, because the server sends it to every page of the admin. */
export interface Names {
  /** Between the names of a module and of a verb. */
  separator: string
  /** Verbs that several modules have. */
  verbs: Record<string, string>
  modules: Record<string, ModuleNames>
}

/** A key without a name is shown as it is. */
export interface PermissionNames {
  /** The keys with a name, for filters by module and by action. */
  modules: readonly string[]
  verbs: readonly string[]
  module: (module: string) => string
  record: (module: string) => string | undefined
  /** The module's own name of a verb takes precedence. */
  verb: (verb: string, module?: string) => string
  /** `Staff: Reset passwords` for `cms.user.password`. */
  permission: (code: string) => string
}

/** A new module only needs the key `names` in its message file. */
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
