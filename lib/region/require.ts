import { invalid } from '@/lib/kit/api/endpoint/problem'
import { type Place, regionCodeOf } from '@/lib/kit/regions'

/** Throws `invalid_request` at `city` for an address whose city is not in the list of regions. */
export function requireRegion(place: Place): void {
  if (regionCodeOf(place) === null)
    throw invalid('body', 'city', 'unknown_region', 'Choose a province and a city of the list of regions.')
}
