import { type PlaceGroup, placeTitle, type ReferencePage, type ReferenceSection } from './places'

/** All pages of the reference, each after the first page of its part. */
const pagesOf = (sections: ReferenceSection[]): ReferencePage[] =>
  sections.flatMap(({ modules, ...first }) => [first, ...modules])

/** Where a place of this id is: the address of the first page that has it, with the id. */
export function hrefOfPlace(sections: ReferenceSection[], id: string): string | undefined {
  const page = pagesOf(sections).find(({ groups }) => groups.some(({ places }) => places.some((one) => one.id === id)))
  return page && `${page.href}#${id}`
}

/** Places of one page that have what was typed, titled by the page. */
interface Found extends PlaceGroup {
  title: string
  href: string
}

/**
 * The places that have every word of what was typed in their title, method, path or page, those of the page `here`
 * first. A place that several pages have, such as a type, is found once.
 */
export function findPlaces(sections: ReferenceSection[], here: string, typed: string): Found[] {
  const words = typed.trim().toLowerCase().split(/\s+/)
  const seen = new Set<string>()
  const named = sections.flatMap(({ modules, ...first }) => [
    first,
    ...modules.map((page) => ({ ...page, title: `${first.title}: ${page.title}` })),
  ])
  return [...named.filter(({ href }) => href === here), ...named.filter(({ href }) => href !== here)]
    .map(({ href, title, groups }) => ({
      href,
      title,
      places: groups.flatMap((group) =>
        group.places.filter((place) => {
          const text = [title, group.title, placeTitle(place), place.method, place.path].join(' ').toLowerCase()
          const isNew = words.every((word) => text.includes(word)) && !seen.has(place.id)
          if (isNew) seen.add(place.id)
          return isNew
        }),
      ),
    }))
    .filter(({ places }) => places.length > 0)
}
