import { failureType, type Module } from './operations'

/** A link target on a page of the API reference. */
interface Place {
  id: string
  /** The title of the place; absent if `placeTitle` can derive the title from the id. */
  title?: string
  method?: string
  path?: string
}

export interface PlaceGroup<P = Place> {
  /** The title of the group; undefined: the places are the main content of the page. */
  title?: string
  places: P[]
}

/** A page of the API reference, with its link targets. */
export interface ReferencePage<P = Place> {
  href: string
  title: string
  groups: PlaceGroup<P>[]
}

/** A section of the API reference: its first page, and the pages of its modules. */
export interface ReferenceSection<P = Place> extends ReferencePage<P> {
  modules: ReferencePage<P>[]
}

/**
 * A place in the form in which it is sent to the browser: only the id if `placeTitle` can derive the title, else an
 * array without field names. The short form saves bytes, because every page contains the places of all pages.
 */
export type SentPlace = string | readonly [id: string, title: string, method?: string, path?: string]

function received(place: SentPlace): Place {
  if (typeof place === 'string') return { id: place }
  const [id, title, method, path] = place
  return { id, title, ...(method && { method }), ...(path && { path }) }
}

const withPlaces = (page: ReferencePage<SentPlace>): ReferencePage => ({
  ...page,
  groups: page.groups.map((group) => ({
    ...group,
    places: group.places.map(received),
  })),
})

/** Returns the sections that the browser has received, with their places as objects. */
export const receivedSections = (sections: readonly ReferenceSection<SentPlace>[]): ReferenceSection[] =>
  sections.map((section) => ({ ...withPlaces(section), modules: section.modules.map(withPlaces) }))

const typePrefix = 'type-'

export const typeId = (name: string) => `${typePrefix}${name}`

/** Returns the title of a place. Derives a missing title from the id. */
export const placeTitle = ({ id, title }: Place): string =>
  title ?? (id.startsWith(typePrefix) ? id.slice(typePrefix.length) : id)

/** Returns the link to a type: to a place on the current page, or to the page of errors for the type `Problem`. */
export const typeHref = (name: string) => (name === failureType ? '/docs/errors' : `#${typeId(name)}`)

/**
 * Returns the path of the page of a module, such as `/docs/v1/order` or `/docs/cms/user`. `name`: the tag of its
 * operations.
 */
export const moduleHref = (name: string) => `/docs/${isCms(name) ? name : `v1/${name}`}`

/** Whether the name of a tag belongs to the admin interface. Tags of the client interface have no prefix. */
export const isCms = (name: string) => name.startsWith('cms/')

export const placesOfModule = ({ operations, types }: Module, titleOfTypes: string): PlaceGroup<SentPlace>[] => [
  {
    places: operations.map(({ id, method, path, operation }) => [id, operation.summary, method, path] as const),
  },
  { title: titleOfTypes, places: types.map(([name]) => typeId(name)) },
]

/** Returns the error codes as places of the page about errors, grouped by HTTP status. */
export function placesOfProblems(problems: { code: string; status: number }[]): PlaceGroup<SentPlace>[] {
  const statuses = [...new Set(problems.map(({ status }) => status))]
  return statuses.map((status) => ({
    title: String(status),
    places: problems.filter((one) => one.status === status).map(({ code }) => code),
  }))
}
