import { provinces as all } from '@/lib/kit/regions'

export interface Region {
  province: string
  city: string
  district: string
}

const citiesBelow = (province: string) => all.find(({ name }) => name === province)?.cities ?? []

export const provinces: readonly string[] = all.map(({ name }) => name)
/** Empty for a province that is not in the list of regions, such as one abroad. */
export const citiesOf = (province: string): string[] => citiesBelow(province).map(({ name }) => name)
/** Empty for a city that is not in the list of regions. */
export const districtsOf = ({ province, city }: Pick<Region, 'province' | 'city'>): string[] =>
  citiesBelow(province).find(({ name }) => name === city)?.districts ?? []

export const cityWith = (code: string): string | undefined =>
  all.flatMap(({ cities }) => cities).find((city) => city.code === code)?.name

/** The cities first. */
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
