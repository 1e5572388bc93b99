/** Who picks up: settled by the last digit of the number, so that the same number is always the same customer. */
export interface Persona {
  name: string;
  email: string;
  city: string;
  date: string;
  number: string;
  agrees: boolean;
  /** Answers before the goodbye. */
  turns: number;
}

const people: readonly (readonly [name: string, city: string, date: string, number: string])[] = [
  ['Alex Morgan', 'Boston', 'Tuesday, March 3rd, at 10 am', '4'],
  ['Blair Jensen', 'Denver', 'Wednesday, March 11th, at 2 pm', '2'],
  ['Casey Novak', 'Austin', 'Friday, March 20th, at 9 am', '7'],
  ['Dana Rivera', 'Seattle', 'Monday, April 6th, at 4 pm', '3'],
  ['Eli Fischer', 'Chicago', 'Thursday, April 16th, at noon', '12'],
  ['Frankie Osei', 'Atlanta', 'Tuesday, April 28th, at 11 am', '5'],
  ['Gale Tanaka', 'Portland', 'Saturday, May 2nd, at 10 am', '1'],
  ['Harper Lind', 'Phoenix', 'Monday, May 11th, at 3 pm', '8'],
  ['Indra Costa', 'Miami', 'Friday, May 22nd, at 1 pm', '6'],
  ['Jules Petit', 'Detroit', 'Wednesday, June 3rd, at 5 pm', '10'],
];

export function personaOf(phoneNumber: string): Persona {
  const digit = Number(phoneNumber.at(-1));
  const [name = '', city = '', date = '', number = ''] = people[digit] ?? [];
  const email = `${name.toLowerCase().replace(' ', '.')}@example.com`;
  return { name, email, city, date, number, agrees: digit % 3 !== 2, turns: 3 + (digit % 2) };
}
