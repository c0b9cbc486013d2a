import { failureType, type Module } from './operations'

interface Place {
  id: string
  /** Absent if `placeTitle` can derive it from the id. */
  title?: string
  method?: string
  path?: string
}

export interface PlaceGroup<P = Place> {
  /** undefined: the main content of the page. */
  title?: string
  places: P[]
}

export interface ReferencePage<P = Place> {
  href: string
  title: string
  groups: PlaceGroup<P>[]
}

export interface ReferenceSection<P = Place> extends ReferencePage<P> {
  modules: ReferencePage<P>[]
}

/** Without field names and derivable titles, to save bytes: every page contains the places of all pages. */
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

export const receivedSections = (sections: readonly ReferenceSection<SentPlace>[]): ReferenceSection[] =>
  sections.map((section) => ({ ...withPlaces(section), modules: section.modules.map(withPlaces) }))

const typePrefix = 'type-'

export const typeId = (name: string) => `${typePrefix}${name}`

export const placeTitle = ({ id, title }: Place): string =>
  title ?? (id.startsWith(typePrefix) ? id.slice(typePrefix.length) : id)

/** On the current page, or the page of errors for `Problem`. */
export const typeHref = (name: string) => (name === failureType ? '/docs/errors' : `#${typeId(name)}`)

/** Such as `/docs/v1/order`. `name`: the tag of its operations. */
export const moduleHref = (name: string) => `/docs/${isCms(name) ? name : `v1/${name}`}`

/** Tags of the client interface have no prefix. */
export const isCms = (name: string) => name.startsWith('cms/')

export const placesOfModule = ({ operations, types }: Module, titleOfTypes: string): PlaceGroup<SentPlace>[] => [
  {
    places: operations.map(({ id, method, path, operation }) => [id, operation.summary, method, path] as const),
  },
  { title: titleOfTypes, places: types.map(([name]) => typeId(name)) },
]

export function placesOfProblems(problems: { code: string; status: number }[]): PlaceGroup<SentPlace>[] {
  const statuses = [...new Set(problems.map(({ status }) => status))]
  return statuses.map((status) => ({
    title: String(status),
    places: problems.filter((one) => one.status === status).map(({ code }) => code),
  }))
}
