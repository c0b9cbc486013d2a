import type { Part } from './operations'

/** A link target on a page. */
interface Place {
  id: string
  title: string
  method?: string
  path?: string
}

export interface PlaceGroup {
  title: string
  links: Place[]
}

/** A page of the reference, with its link targets. */
export interface ReferencePage {
  href: string
  title: string
  groups: PlaceGroup[]
}

export const typeId = (name: string) => `type-${name}`

export const placesOfPart = ({ modules, types }: Part, titleOfTypes: string): PlaceGroup[] => [
  ...modules.map(({ name, operations }) => ({
    title: name,
    links: operations.map(({ id, method, path, operation }) => ({ id, title: operation.summary, method, path })),
  })),
  { title: titleOfTypes, links: types.map(([name]) => ({ id: typeId(name), title: name })) },
]

/** By status. */
export function placesOfProblems(problems: { code: string; status: number }[]): PlaceGroup[] {
  const statuses = [...new Set(problems.map(({ status }) => status))]
  return statuses.map((status) => ({
    title: String(status),
    links: problems.filter((one) => one.status === status).map(({ code }) => ({ id: code, title: code })),
  }))
}
