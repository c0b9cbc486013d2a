import { failureType, type Module } from './operations'

/** A link target on a page. */
interface Place {
  id: string
  /**
   * Absent if `placeTitle` can derive the title from the id. This saves size, because every page has the places of all
   * pages.
   */
  title?: string
  method?: string
  path?: string
}

export interface PlaceGroup {
  /** Absent: the places are the main content of the page. */
  title?: string
  places: Place[]
}

/** A page of the reference, with its link targets. */
export interface ReferencePage {
  href: string
  title: string
  groups: PlaceGroup[]
}

/** A part of the reference: its first page, and the pages of its modules. */
export interface ReferenceSection extends ReferencePage {
  modules: ReferencePage[]
}

const typePrefix = 'type-'

export const typeId = (name: string) => `${typePrefix}${name}`

/** The displayed title of a place. */
export const placeTitle = ({ id, title }: Place): string =>
  title ?? (id.startsWith(typePrefix) ? id.slice(typePrefix.length) : id)

/** Returns the link to a type: on the same page, or the page of errors for the type of failures. */
export const typeHref = (name: string) => (name === failureType ? '/docs/errors' : `#${typeId(name)}`)

/** The page of a module, by the tag of its operations: `/docs/v1/order`, `/docs/cms/user`. */
export const moduleHref = (name: string) => `/docs/${isCms(name) ? name : `v1/${name}`}`

/** Whether a tag belongs to the admin interface. Tags of the client interface have no prefix. */
export const isCms = (name: string) => name.startsWith('cms/')

export const placesOfModule = ({ operations, types }: Module, titleOfTypes: string): PlaceGroup[] => [
  {
    places: operations.map(({ id, method, path, operation }) => ({ id, title: operation.summary, method, path })),
  },
  { title: titleOfTypes, places: types.map(([name]) => ({ id: typeId(name) })) },
]

/** Returns the error codes as places, grouped by HTTP status. */
export function placesOfProblems(problems: { code: string; status: number }[]): PlaceGroup[] {
  const statuses = [...new Set(problems.map(({ status }) => status))]
  return statuses.map((status) => ({
    title: String(status),
    places: problems.filter((one) => one.status === status).map(({ code }) => ({ id: code })),
  }))
}
