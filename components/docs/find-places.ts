import { type PlaceGroup, placeTitle, type ReferenceSection } from './places'

interface Found extends PlaceGroup {
  title: string
  href: string
}

/** Every word must be in title, id, method, path or page title. The page `here` comes first, without repetitions. */
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
          const text = [title, group.title, placeTitle(place), place.id, place.method, place.path]
            .join(' ')
            .toLowerCase()
          const isNew = words.every((word) => text.includes(word)) && !seen.has(place.id)
          if (isNew) seen.add(place.id)
          return isNew
        }),
      ),
    }))
    .filter(({ places }) => places.length > 0)
}
