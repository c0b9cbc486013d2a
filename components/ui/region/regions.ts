import { provinces as all } from '@/lib/kit/regions'

/*
 * The names of provinces, cities and districts for forms of addresses.
 */

export interface Region {
  province: string
  city: string
  district: string
}

const citiesBelow = (province: string) => all.find(({ name }) => name === province)?.cities ?? []

export const provinces: readonly string[] = all.map(({ name }) => name)
/**
 * Returns the names of a province's cities. Empty for a province that is not in the list of regions, such as a province
 * abroad.
 */
export const citiesOf = (province: string): string[] => citiesBelow(province).map(({ name }) => name)
/** Returns the names of a city's districts. Empty for a city that is not in the list of regions. */
export const districtsOf = ({ province, city }: Pick<Region, 'province' | 'city'>): string[] =>
  citiesBelow(province).find(({ name }) => name === city)?.districts ?? []

/** Returns the name of the city with this code. */
export const cityWith = (code: string): string | undefined =>
  all.flatMap(({ cities }) => cities).find((city) => city.code === code)?.name

/** Returns the cities and districts whose name contains a text, the cities first. */
export function findRegions(text: string): Region[] {
  const cities = all.flatMap(({ name: province, cities }) =>
    cities.map(({ name: city, districts }) => ({ province, city, districts })),
  )
  return [
    ...cities.filter(({ city }) => city.includes(text)).map(({ province, city }) => ({ province, city, district: '' })),
    ...cities.flatMap(({ province, city, districts }) =>
      districts.filter((one) => one.includes(text)).map((district) => ({ province, city, district })),
    ),
  ]
}
