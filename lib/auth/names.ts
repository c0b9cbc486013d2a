import type { Messages } from '@/lib/i18n/messages'

/** What nearly every module has, in the order in which people think of it. */
export const commonVerbs = ['list', 'create', 'update', 'delete']

/** What a module is called: `names` of its file of messages. */
interface ModuleNames {
  /** All of it: `Staff`. */
  module: string
  /** One of it, within a sentence: `staff member`. */
  record?: string
  /** What can be done with this module alone, by the last part of the permission's code. */
  verbs?: Record<string, string>
}

/** The names of one language, as data: the server hands them to every page of the admin. */
export interface Names {
  /** Between the module and the verb. */
  separator: string
  /** What can be done with more than one module. */
  verbs: Record<string, string>
  modules: Record<string, ModuleNames>
}

/** What modules and permissions are called. One that has no name shows its key. */
export interface PermissionNames {
  /** The keys of all that have a name, for choosing one. */
  modules: readonly string[]
  verbs: readonly string[]
  module: (module: string) => string
  /** One record of the module; undefined where no name is given. */
  record: (module: string) => string | undefined
  /** `Reset passwords`; of this module, where it has such a verb alone. */
  verb: (verb: string, module?: string) => string
  /** `Staff: Reset passwords` for `cms.user.password`. */
  point: (code: string) => string
}

/** Every module has its names in its own file, so a new one adds that file and nothing else. */
export function namesIn(messages: Messages): Names {
  const modules: Names['modules'] = {}
  for (const [name, file] of Object.entries(messages)) {
    if ('names' in file && 'module' in file.names) modules[name] = file.names
  }
  return { ...messages.permission.names, modules }
}

export function permissionNames({ separator, verbs, modules }: Names): PermissionNames {
  const ofOne = Object.assign({}, ...Object.values(modules).map((one) => one.verbs))
  const known: Names['verbs'] = { ...ofOne, ...verbs }
  const nameOf = (key: string) => modules[key]?.module ?? key
  const verbOf = (key: string, module = '') => modules[module]?.verbs?.[key] ?? known[key] ?? key
  return {
    modules: Object.keys(modules),
    verbs: Object.keys({ ...verbs, ...known }),
    module: nameOf,
    record: (key) => modules[key]?.record,
    verb: verbOf,
    point: (code) => {
      const [, module = '', verb = ''] = code.split('.')
      return `${nameOf(module)}${separator}${verbOf(verb, module)}`
    },
  }
}
