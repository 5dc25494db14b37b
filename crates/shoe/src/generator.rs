//! The house's generator: the only door through which a new shoe comes into play.

use std::fmt;

use zeroize::Zeroizing;

use crate::health::{HealthFailure, Monitor, STARTUP_SAMPLES};
use crate::recipe::{Recipe, Seed};
use crate::seal::{NONCE, SealError};
use crate::self_test::{self, SelfTestFailure};
use crate::{
    Algorithm, Decks, DrbgError, EntropySource, HmacDrbg, PromisedShoe, Sealed, SealingKey, Shares, ShoeId,
    SourceError, UncutShoe,
};

/// Makes shoes, each from fresh entropy with a generator of its own, and watches the source all the while.
///
/// Any [`GeneratorFault`] is final: every later call answers with it again, and the caller closes the table. Only a new start,
/// with all tests passed, brings chance back.
pub struct Generator<S> {
    source: S,
    monitor: Monitor,
    fault: Option<GeneratorFault>,
}

impl<S: EntropySource> Generator<S> {
    /// Starts after the known-answer tests and the start-up health tests have passed.
    pub fn start(source: S) -> Result<Generator<S>, GeneratorFault> {
        let mut generator = Generator { source, monitor: Monitor::default(), fault: None };
        generator.check()?;
        Ok(generator)
    }

    /// Runs the start-up tests again, on demand or by the clock; the bytes tested are thrown away.
    pub fn check(&mut self) -> Result<(), GeneratorFault> {
        self.guarded(|this| {
            self_test::run()?;
            this.fresh::<STARTUP_SAMPLES>().map(drop)
        })
    }

    /// Takes fresh entropy for a new shoe. Its commitment is to be published before anything else goes into its order.
    pub fn prepare(&mut self, id: ShoeId, decks: Decks) -> Result<PromisedShoe, GeneratorFault> {
        self.guarded(|this| {
            let seed = Seed::new(this.fresh()?);
            Ok(PromisedShoe::new(Recipe { id, algorithm: Algorithm::NEWEST, decks, seed }))
        })
    }

    /// Shuffles a promised shoe with the shares of patrons; one that cannot be shuffled comes back, to be opened.
    pub fn mix(&mut self, shoe: PromisedShoe, shares: &Shares) -> Result<UncutShoe, Unmixed> {
        let made = self.guarded(|this| {
            let monitor = &mut this.monitor;
            Ok(shoe.recipe().make(shares, |request| monitor.remember_output(request))?)
        });
        match made {
            Ok(made) => Ok(UncutShoe::new(shoe, made)),
            Err(fault) => Err(Unmixed { shoe: Box::new(shoe), fault }),
        }
    }

    /// Seals a shoe's seed for the journal, with a fresh nonce.
    pub fn seal(&mut self, key: &SealingKey, shoe: &PromisedShoe) -> Result<Sealed, GeneratorFault> {
        self.guarded(|this| {
            let nonce = this.fresh::<NONCE>()?;
            Ok(key.seal(shoe.recipe(), *nonce)?)
        })
    }

    /// Fresh secret bytes that make no card: the seed of a draw, the nonce of a seal.
    pub fn secret<const N: usize>(&mut self) -> Result<[u8; N], GeneratorFault> {
        self.guarded(|this| this.fresh::<N>().map(|bytes| *bytes))
    }

    /// A generator for a laboratory's tests of the raw output; no card comes from it.
    pub fn raw(&mut self, personalisation: &[u8]) -> Result<HmacDrbg, GeneratorFault> {
        self.guarded(|this| {
            let seed = Seed::new(this.fresh()?);
            // No shoe's personalisation begins so.
            let personalisation = [b"raw ", personalisation].concat();
            Ok(HmacDrbg::instantiate(seed.entropy(), seed.nonce(), &personalisation)?)
        })
    }

    /// Why this generator has stopped for good, if it has.
    pub fn fault(&self) -> Option<&GeneratorFault> {
        self.fault.as_ref()
    }

    fn guarded<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, GeneratorFault>,
    ) -> Result<T, GeneratorFault> {
        if let Some(fault) = &self.fault {
            return Err(fault.clone());
        }
        work(self).inspect_err(|fault| self.fault = Some(fault.clone()))
    }

    /// Bytes from the source that have passed the health tests.
    fn fresh<const N: usize>(&mut self) -> Result<Zeroizing<[u8; N]>, GeneratorFault> {
        let mut bytes = Zeroizing::new([0; N]);
        self.source.fill(&mut bytes[..])?;
        self.monitor.examine(&bytes[..])?;
        Ok(bytes)
    }
}

impl<S> fmt::Debug for Generator<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Generator").field("fault", &self.fault).finish_non_exhaustive()
    }
}

/// Chance can no longer be trusted: close the table and tell the operator.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[allow(missing_docs)]
pub enum GeneratorFault {
    #[error(transparent)]
    SelfTest(#[from] SelfTestFailure),
    #[error(transparent)]
    Source(#[from] SourceError),
    #[error("the source of entropy is not healthy: {0}")]
    Health(#[from] HealthFailure),
    #[error(transparent)]
    Generator(#[from] DrbgError),
    #[error(transparent)]
    Seal(#[from] SealError),
}

/// A promised shoe that could not be shuffled: its promise is kept by opening it.
#[derive(Debug, thiserror::Error)]
#[error("{fault}")]
pub struct Unmixed {
    /// The shoe as it was promised.
    pub shoe: Box<PromisedShoe>,
    /// Why.
    pub fault: GeneratorFault,
}
